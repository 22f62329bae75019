/** SQL of the divisions `dv` for which a condition holds, as record types declare those that see a record `r`. */
export const divisionsWhere = (condition: string): string => `SELECT dv.id FROM division dv WHERE ${condition}`;

/** SQL of the division that a field refers to; none where it is unset. */
export const divisionIn = (field: string): string => divisionsWhere(`dv.id = ${field}`);
