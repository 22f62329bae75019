import type { Transporter } from 'nodemailer';
import { errorCode } from './error-code';
import { mailOptions, type UnsubscribeUrl } from './mail';
import { NotSent, type Message, type Sender } from './sender';

const CONNECTIONS = 5;
const TIMEOUT_MS = 15_000;

/** E-mails by a mail server, over a few connections that are kept. */
export class Smtp implements Sender {
  readonly concurrency = CONNECTIONS;
  readonly timeoutSeconds = 30;
  private transport?: Promise<Transporter>;

  constructor(
    private readonly url: string,
    private readonly from: string,
    private readonly unsubscribeUrl: UnsubscribeUrl,
  ) {}

  async send(message: Message, signal: AbortSignal): Promise<void> {
    try {
      const transport = await (this.transport ??= open(this.url));
      await transport.sendMail({ ...mailOptions(message, this.from, this.unsubscribeUrl), signal });
    } catch (error) {
      throw asNotSent(error as MailError);
    }
  }

  close(): void {
    void this.transport?.then((transport) => transport.close());
  }
}

/** With the first message: many processes send none. */
async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, dnsTimeout: TIMEOUT_MS };
  return createTransport({ url, pool: true, maxConnections: CONNECTIONS, ...timeouts });
}

interface MailError {
  readonly responseCode?: number;
  readonly response?: string;
}

/** Not about the message but about how the service logs in, which its operator can fix. */
const AUTH_FAILURES = [530, 534, 535, 538];

/**
 * A 5xx answer about a message is final, as SMTP has it. The reply is reported except for a failed login, where it
 * could repeat what was sent.
 */
function asNotSent(error: MailError): NotSent {
  const { responseCode = 0, response } = error;
  const code = errorCode(error);
  if (code === 'EABORT') return new NotSent('The mail server timed out.');
  if (code === 'EAUTH' || AUTH_FAILURES.includes(responseCode)) return new NotSent('The mail server rejected the service credentials.');
  if (responseCode === 0 || !response) return new NotSent(`The mail server cannot be reached (${code}).`);
  const sentence = `The mail server responded: ${response.replace(/\s+/g, ' ').slice(0, 300)}`;
  return responseCode >= 500 ? NotSent.permanent(sentence) : new NotSent(sentence);
}
