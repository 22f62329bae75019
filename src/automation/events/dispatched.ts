import type { EntityManager } from 'typeorm';
import { counterValue } from '../../core/database/counters';
import { numberOf } from '../../core/database/rows';

/** The counter with the sequence number of the last change that was processed: a second dispatcher waits for it and continues there. */
export const POSITION = 'dispatched';

export const dispatchedUpTo = (em: EntityManager): Promise<number> => numberOf(em, counterValue(POSITION));
