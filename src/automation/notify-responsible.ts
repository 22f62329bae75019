import type { Transaction } from '../core/database';
import { notify } from '../notifications';
import { administrators } from '../users';
import type { Automation } from './automation.entity';
import { automations } from './automation.records';

/** Notifies the user of an automation and all administrators. */
export async function notifyResponsible(
  transaction: Transaction,
  { id, userId }: Pick<Automation, 'id' | 'userId'>,
  message: string,
): Promise<void> {
  const concerned = new Set([...(userId === null ? [] : [userId]), ...(await administrators(transaction.em))]);
  await notify(
    transaction,
    [...concerned].map((userID) => ({ userID, message, about: { type: automations.name, id } })),
  );
}
