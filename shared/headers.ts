/** Header in which a browser names the window that a change is made in. */
export const windowHeader = 'x-window';

/**
 * Header with the id of the stay that a text was typed in: the time of one person in one paragraph
 * (decision OQ-120). The history shows the changes of a stay as one.
 */
export const stayHeader = 'x-stay';

/** Header with what the payer has now, of an answer that is no JSON. */
export const creditBalanceHeader = 'x-credit-balance';

/** Header with the project's revision at the time of the call. */
export const revisionHeader = 'x-revision';
