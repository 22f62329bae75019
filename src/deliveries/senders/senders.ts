import type { Settings } from '../../config';
import type { DeliveryKind } from '../delivery.entity';
import { FileOutbox } from './file-outbox';
import { NOBODY } from './mail';
import { MailFile } from './mail-file';
import type { Sender } from './sender';
import { SmsFile, SmsGateway } from './sms';
import { Smtp } from './smtp';
import { WebhookSender } from './webhook';

export type Senders = Readonly<Record<DeliveryKind, Sender>>;
export const SENDERS = Symbol('the ways out of the service');

/** The ways out that the settings name; e-mails and text messages without one become files. */
export function sendersBy(settings: Settings): Senders {
  const { outboxFolder, smtpUrl, mailFrom = NOBODY, smsGatewayUrl, smsGatewayToken } = settings;
  const outbox = new FileOutbox(outboxFolder);
  return {
    email: smtpUrl === undefined ? new MailFile(outbox, mailFrom) : new Smtp(smtpUrl, mailFrom),
    sms: smsGatewayUrl === undefined ? new SmsFile(outbox) : new SmsGateway(smsGatewayUrl, smsGatewayToken),
    webhook: new WebhookSender(settings),
  };
}
