/** For a database that has been restored from a backup: messages that were waiting then may have been sent since. */
export const GIVE_UP_WAITING = {
  statement: "UPDATE delivery SET state = 'cancelled', dueAt = NULL, leaseID = NULL, lastError = ? WHERE dueAt IS NOT NULL",
  params: ['Not sent after a backup was restored: it may have been sent before.'],
} as const;
