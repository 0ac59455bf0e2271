/** Limits of one request. Endpoints refuse larger requests, and clients split them. */

/** Maximum number of questions in a request to the signals endpoint. */
export const maxQuestions = 40;

/** Maximum number of requests in a batch to the usual-ranges endpoint. */
export const maxUsualRangeRequests = 40;

/** Maximum number of statistics in a request to the window-spreads endpoint. */
export const maxWindowSpreads = 40;
