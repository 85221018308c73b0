/** Request header with the id of the browser tab that makes a change. */
export const windowHeader = 'x-window';

/**
 * Request header with the id of the stay in which a text was typed: the time of one user in one
 * paragraph (decision OQ-120). The history shows the changes of a stay as one.
 */
export const stayHeader = 'x-stay';

/** Response header with the payer's balance, for replies that are not JSON. */
export const creditBalanceHeader = 'x-credit-balance';

/**
 * Response header with the project's revision at the time of the call. A repeated reply has that of
 * the call that it repeats.
 */
export const revisionHeader = 'x-revision';

/**
 * Response header of a script list for callers that load later changes (listElementChanges):
 * "missing" if the list may lack some, otherwise "none".
 */
export const laterChangesHeader = 'x-later-changes';
