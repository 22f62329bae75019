import type { Settings } from '../../core/config';
import type { DeliveryKind } from '../delivery.entity';
import { FileOutbox } from './file-outbox';
import type { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';
import { DEFAULT_FROM, type UnsubscribeUrl } from './mail';
import { MailFile } from './mail-file';
import type { Sender } from './sender';
import type { SigningSecrets } from './signing-secrets';
import { SmsFile, SmsGateway } from './sms';
import { Smtp } from './smtp';
import { WebhookSender } from './webhook';

export type Senders = Readonly<Record<DeliveryKind, Sender>>;
export const SENDERS = Symbol('senders');

/** The configured senders; without one, e-mails and text messages are written to files. */
export function createSenders(settings: Settings, links: UnsubscribeLinks, secrets: SigningSecrets): Senders {
  const { outboxFolder, smtpUrl, mailFrom = DEFAULT_FROM, smsGatewayUrl, smsGatewayToken } = settings;
  const outbox = new FileOutbox(outboxFolder);
  const unsubscribeUrl: UnsubscribeUrl = ({ personType: type, personID: id }) =>
    type === null || id === null ? undefined : links.urlFor({ type, id });
  return {
    email: smtpUrl === undefined ? new MailFile(outbox, mailFrom, unsubscribeUrl) : new Smtp(smtpUrl, mailFrom, unsubscribeUrl),
    sms: smsGatewayUrl === undefined ? new SmsFile(outbox) : new SmsGateway(smsGatewayUrl, smsGatewayToken),
    webhook: new WebhookSender(settings, secrets),
  };
}
