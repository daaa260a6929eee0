/*
 * The states of a proposal, in the order of a list. They have their own file, so that the command line can use them
 * without loading the code that reads proposals.
 */

export const shownStates = ['pending', 'stale', 'accepted', 'rejected'] as const;
export type ShownState = (typeof shownStates)[number];
