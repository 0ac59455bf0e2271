/** Limits of one request: endpoints refuse larger ones, and clients split them. */

/** Questions per request to the signals endpoint. */
export const maxQuestions = 40;

/** Requests per batch to the usual-ranges endpoint. */
export const maxUsualRangeRequests = 40;

/** Series per request to the window-spreads endpoint. */
export const maxWindowSpreads = 40;
