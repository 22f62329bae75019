/** The counter with the sequence number of the last entry that was removed because of its age. */
export const REMOVED = 'audit removed';
