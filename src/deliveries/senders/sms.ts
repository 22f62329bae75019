import { outboxFile } from '../outbox-files';
import type { FileOutbox } from './file-outbox';
import { post } from './post';
import { checkResponse } from './check-response';
import type { Message, Sender } from './sender';

const contentOf = ({ publicID, recipient, body }: Message): string => JSON.stringify({ id: publicID, to: recipient, text: body });

/**
 * Text messages by a gateway over HTTP: `POST {"id", "to", "text"}` with the token as bearer. Any 2xx answer means
 * accepted; the gateway knows a repetition by its id, which is the header `Idempotency-Key` too.
 */
export class SmsGateway implements Sender {
  readonly concurrency = 5;
  readonly timeoutSeconds = 10;

  constructor(
    private readonly url: string,
    private readonly token: string | undefined,
  ) {}

  async send(message: Message, signal: AbortSignal): Promise<void> {
    const headers = { 'Idempotency-Key': message.publicID };
    const credentials = this.token === undefined ? {} : { credentials: { Authorization: `Bearer ${this.token}` } };
    checkResponse(await post({ url: new URL(this.url), headers, ...credentials, body: contentOf(message) }, signal));
  }
}

/** Text messages as files. */
export class SmsFile implements Sender {
  readonly concurrency = 4;
  readonly timeoutSeconds = 10;

  constructor(private readonly outbox: FileOutbox) {}

  send(message: Message): Promise<void> {
    return this.outbox.put(outboxFile(message.publicID, 'sms'), `${contentOf(message)}\n`);
  }
}
