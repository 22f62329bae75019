import { Injectable } from '@nestjs/common';
import { SYSTEM_CALLER, type Caller } from '../../core/callers';
import { Transactions, type Transaction } from '../../core/database';
import { change } from '../../core/records';
import { keyOf, peopleBehind, type PersonalChannel, type Recipient } from '../people';
import { UnsubscribeLinks } from './unsubscribe-links';

const LINK_CALLER: Caller = { ...SYSTEM_CALLER, name: 'unsubscribe link', via: 'link' };
const CHANNELS: readonly PersonalChannel[] = ['email', 'sms'];

/** Opts persons out of messages by the links that these contain. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: UnsubscribeLinks,
  ) {}

  isValid(token: string): boolean {
    return this.links.personOf(token) !== undefined;
  }

  /** Opts out all records of the person, none if they are deleted. @returns false for a token that was not made here */
  async unsubscribe(token: string): Promise<boolean> {
    const person = this.links.personOf(token);
    if (!person) return false;
    await this.transactions.write(LINK_CALLER, (transaction) =>
      optOut(transaction, { type: transaction.types.named(person.type), id: person.id }),
    );
    return true;
  }
}

async function optOut(transaction: Transaction, recipient: Recipient): Promise<void> {
  const found = new Map<string, Recipient>();
  for (const channel of CHANNELS) {
    const person = (await peopleBehind(transaction, channel, [recipient])).get(keyOf(recipient));
    for (const each of person ? [person.own, ...person.others] : [])
      if (!each.isDeleted && !each.optOut && each.type.findField('optOut')) found.set(keyOf(each), each);
  }
  for (const { type, id } of found.values()) await change(transaction, type, id, { optOut: true });
}
