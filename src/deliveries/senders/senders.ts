import type { Settings } from '../../core/config';
import type { DeliveryKind } from '../delivery.entity';
import { FileOutbox } from './file-outbox';
import { DEFAULT_FROM } from './mail';
import { MailFile } from './mail-file';
import type { Sender } from './sender';
import { SmsFile, SmsGateway } from './sms';
import { Smtp } from './smtp';
import { WebhookSender } from './webhook';

export type Senders = Readonly<Record<DeliveryKind, Sender>>;
export const SENDERS = Symbol('senders');

/** The configured senders; without one, e-mails and text messages are written to files. */
export function createSenders(settings: Settings): Senders {
  const { outboxFolder, smtpUrl, mailFrom = DEFAULT_FROM, smsGatewayUrl, smsGatewayToken } = settings;
  const outbox = new FileOutbox(outboxFolder);
  return {
    email: smtpUrl === undefined ? new MailFile(outbox, mailFrom) : new Smtp(smtpUrl, mailFrom),
    sms: smsGatewayUrl === undefined ? new SmsFile(outbox) : new SmsGateway(smsGatewayUrl, smsGatewayToken),
    webhook: new WebhookSender(settings),
  };
}
