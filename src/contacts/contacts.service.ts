import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import { findAnswer, type Answer } from '../records';
import { contacts } from './contacts.records';

@Injectable()
export class ContactsService {
  constructor(private readonly transactions: Transactions) {}

  /** @throws NotFound */
  find(caller: Caller, id: number): Promise<Answer> {
    return this.transactions.read(caller, (view) => findAnswer(view, contacts, id));
  }
}
