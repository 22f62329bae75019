import { createTransport } from 'nodemailer';
import { codeOf } from './code-of';
import { mailOf } from './mail';
import { NotSent, type Message, type Sender } from './sender';

const AT_ONCE = 5;
const TIMEOUT_MS = 15_000;

/** E-mails by a mail server, over a few connections that are kept. */
export class Smtp implements Sender {
  readonly atOnce = AT_ONCE;
  readonly seconds = 30;
  private readonly transport;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    const patience = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, dnsTimeout: TIMEOUT_MS };
    this.transport = createTransport({ url, pool: true, maxConnections: AT_ONCE, ...patience });
  }

  async send(message: Message, signal: AbortSignal): Promise<void> {
    try {
      await this.transport.sendMail({ ...mailOf(message, this.from), signal });
    } catch (error) {
      throw refusal(error as MailError);
    }
  }

  close(): void {
    this.transport.close();
  }
}

interface MailError {
  readonly responseCode?: number;
  readonly response?: string;
}

/** Not about the message but about how the service logs in, which its operator can mend. */
const LOGIN = [530, 534, 535, 538];

/** A 5xx answer about a message is final, as SMTP has it. The answer is told but for a failed login: it could repeat what was sent. */
function refusal(error: MailError): NotSent {
  const { responseCode = 0, response } = error;
  const code = codeOf(error);
  if (code === 'EABORT') return new NotSent('The mail server took too long.');
  if (code === 'EAUTH' || LOGIN.includes(responseCode)) return new NotSent('The mail server does not accept the login of the service.');
  if (responseCode === 0 || !response) return new NotSent(`The mail server cannot be reached (${code}).`);
  const sentence = `The mail server answered: ${response.replace(/\s+/g, ' ').slice(0, 300)}`;
  return responseCode >= 500 ? NotSent.forGood(sentence) : new NotSent(sentence);
}
