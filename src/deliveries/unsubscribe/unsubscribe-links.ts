import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKey, Settings } from '../../core/config';
import { RecordTypes } from '../../core/fields/record-types';
import type { RecordReference } from '../new-delivery';

/** What the path of a link begins with; the rest is its token. */
export const UNSUBSCRIBE_PATH = 'unsubscribe';

/** Bytes of a signature. */
const SIGNED_BY = 16;

/** Links by which persons opt out of messages: signed, so that nobody can make one for another person. */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    private readonly settings: Settings,
    private readonly key: SecretKey,
    private readonly types: RecordTypes,
  ) {}

  /** undefined without PUBLIC_URL, and for a record that cannot opt out. */
  urlFor(person: RecordReference): string | undefined {
    const { publicUrl } = this.settings;
    const canOptOut = this.types.named(person.type).findField('optOut') !== undefined;
    return publicUrl === undefined || !canOptOut ? undefined : `${publicUrl}/${UNSUBSCRIBE_PATH}/${tokenOf(person, this.key.bytes)}`;
  }

  /** Whom a token was made for, with the present key or the former one; undefined: it was not made here. */
  personOf(token: string): RecordReference | undefined {
    const [name = ''] = token.split('.');
    const [type = '', id = ''] = Buffer.from(name, 'base64url').toString('utf8').split('/');
    const person = { type, id: Number(id) };
    const { bytes, previous } = this.key;
    const keys = previous ? [bytes, previous] : [bytes];
    return keys.some((key) => isSame(token, tokenOf(person, key))) ? person : undefined;
  }
}

function tokenOf({ type, id }: RecordReference, key: Buffer): string {
  const name = Buffer.from(`${type}/${id}`).toString('base64url');
  const signature = createHmac('sha256', key).update(`unsubscribe ${name}`).digest().subarray(0, SIGNED_BY);
  return `${name}.${signature.toString('base64url')}`;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
