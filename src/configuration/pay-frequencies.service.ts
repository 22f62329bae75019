import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import { rows } from '../database/rows';
import { sql } from '../query';
import { answersOf, checkBodyID, findAnswer, load, patched, saveRecord, type Answer } from '../records';
import { payFrequencies } from './configuration.records';
import type { PayFrequencyUpdateDto } from './pay-frequency.dto';

@Injectable()
export class PayFrequenciesService {
  constructor(private readonly transactions: Transactions) {}

  list(caller: Caller): Promise<Answer[]> {
    return this.transactions.read(caller, async (view) => {
      const found = await rows(view.em, sql`SELECT id FROM pay_frequency ORDER BY id`);
      return answersOf(view, payFrequencies, found.map(([id]) => id as number));
    });
  }

  find(caller: Caller, id: number): Promise<Answer> {
    return this.transactions.read(caller, (view) => findAnswer(view, payFrequencies, id));
  }

  /** @throws NotFound, InvalidRequest */
  update(caller: Caller, id: number, body: PayFrequencyUpdateDto): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      const before = await load(unit.em, payFrequencies, id);
      checkBodyID(body.id, id);
      await saveRecord(unit, payFrequencies, before, patched(payFrequencies, before, body));
      return findAnswer(unit, payFrequencies, id);
    });
  }
}
