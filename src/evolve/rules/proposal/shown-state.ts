/*
 * How a proposal stands, as people see it, in the order of a list. Apart, so that the command line knows the words
 * without loading what reads proposals.
 */

export const shownStates = ['pending', 'stale', 'accepted', 'rejected'] as const;
export type ShownState = (typeof shownStates)[number];
