import { outboxFile } from '../outbox-files';
import type { FileOutbox } from './file-outbox';
import { mailOptions, type UnsubscribeUrl } from './mail';
import type { Message, Sender } from './sender';

/** E-mails as files that any mail program opens. */
export class MailFile implements Sender {
  readonly concurrency = 4;
  readonly timeoutSeconds = 10;

  constructor(
    private readonly outbox: FileOutbox,
    private readonly from: string,
    private readonly unsubscribeUrl: UnsubscribeUrl,
  ) {}

  async send(message: Message): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: written } = await writer.sendMail(mailOptions(message, this.from, this.unsubscribeUrl));
    await this.outbox.put(outboxFile(message.publicID, 'email'), written as Buffer);
  }
}
