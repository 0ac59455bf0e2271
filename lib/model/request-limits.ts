/** How much one request may ask for: the doors refuse more, and the clients send more in several. */

/** Questions to the signals door. */
export const maxQuestions = 40;

/** Asks of the usual-ranges door. */
export const maxUsualRangeRequests = 40;
