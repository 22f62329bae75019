import { createTransport } from 'nodemailer';
import { outboxFile } from '../outbox-files';
import type { FileOutbox } from './file-outbox';
import { mailOptions, type UnsubscribeUrl } from './mail';
import type { Message, Sender } from './sender';

/** E-mails as files that any mail program opens. */
export class MailFile implements Sender {
  readonly concurrency = 4;
  readonly timeoutSeconds = 10;
  private readonly writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    private readonly outbox: FileOutbox,
    private readonly from: string,
    private readonly unsubscribeUrl: UnsubscribeUrl,
  ) {}

  async send(message: Message): Promise<void> {
    const { message: written } = await this.writer.sendMail(mailOptions(message, this.from, this.unsubscribeUrl));
    await this.outbox.put(outboxFile(message.publicID, 'email'), written as Buffer);
  }
}
