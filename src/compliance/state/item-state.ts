import { FOREVER } from './facts';

/** met, expiresBeforeEnd: it is met. unverified: there is a document that nobody has verified. expired: there was one that met it. */
export const ITEM_STATES = ['met', 'expiresBeforeEnd', 'expired', 'unverified', 'missing'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** What there is for an item of a checklist. Days are written as 2026-11-24. */
export interface Evidence {
  readonly isMet: boolean;
  /** Whether there is any document or statement. */
  readonly exists: boolean;
  readonly lastDay: string;
  /** The day on which the item must be met. */
  readonly day: string;
  /** The last day of the placement; undefined: it is open-ended. */
  readonly endDay: string | undefined;
}

export function stateOf({ isMet, exists, lastDay, day, endDay = day }: Evidence): ItemState {
  if (isMet) return lastDay < endDay ? 'expiresBeforeEnd' : 'met';
  if (!exists) return 'missing';
  return lastDay < day ? 'expired' : 'unverified';
}

/** complete: all that is required is met. expiring: but something expires soon. incomplete: something required is not met. */
export const COMPLIANCE_STATUSES = ['incomplete', 'expiring', 'complete'] as const;
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number];

export function statusOf(
  items: readonly { readonly required: boolean; readonly isMet: boolean; readonly isExpiring: boolean }[],
): ComplianceStatus {
  if (items.some(({ required, isMet }) => required && !isMet)) return 'incomplete';
  return items.some(({ isExpiring }) => isExpiring) ? 'expiring' : 'complete';
}

/** The last day in a response; undefined if there is none. */
export const validUntil = (exists: boolean, lastDay: string): string | undefined =>
  exists && lastDay < FOREVER ? `${lastDay}T00:00:00.000Z` : undefined;
