/** SQL: the placement `pl` is approved and today is one of its days. A placement without an end runs on. */
export const RUNNING =
  'pl.deleted = 0 AND pl.statusID IN (2, 3) AND pl.startDate <= :now AND (pl.endDate IS NULL OR pl.endDate >= SUBSTR(:now, 1, 10))';
