import { LessThan, MoreThan, type FindOperator } from 'typeorm';

/** Of a list that is sorted by one number: what comes after it. */
export const beyond = (start: number, order: 'ASC' | 'DESC'): FindOperator<number> => (order === 'ASC' ? MoreThan(start) : LessThan(start));
