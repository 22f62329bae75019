import { Webhook as Signature } from 'standardwebhooks';
import { post } from './post';
import { mustBePublic, publicLookup, type Resolve } from './public-address';
import { checkResponse } from './check-response';
import { NotSent, type Message, type Sender } from './sender';

interface WebhookSettings {
  readonly webhookSecret: string | undefined;
  readonly webhookAllowPrivate: boolean;
}

/** Webhooks by the scheme of standardwebhooks.com, to public https addresses only unless more is allowed. */
export class WebhookSender implements Sender {
  readonly concurrency = 20;
  readonly timeoutSeconds = 10;
  private readonly signature: Signature | undefined;
  private readonly allowPrivate: boolean;

  constructor(
    { webhookSecret, webhookAllowPrivate }: WebhookSettings,
    private readonly resolve?: Resolve,
  ) {
    this.signature = webhookSecret === undefined ? undefined : new Signature(webhookSecret);
    this.allowPrivate = webhookAllowPrivate;
  }

  async send({ publicID, recipient, body, traceparent }: Message, signal: AbortSignal): Promise<void> {
    const url = new URL(recipient);
    if (!this.allowPrivate) this.mustBeAllowed(url);
    const lookup = this.allowPrivate ? {} : { lookup: publicLookup(this.resolve) };
    checkResponse(
      await post({ url, headers: { ...this.headers(publicID, body), ...(traceparent ? { traceparent } : {}) }, body, ...lookup }, signal),
    );
  }

  private mustBeAllowed(url: URL): void {
    if (url.protocol !== 'https:') throw NotSent.permanent('The address must be https; WEBHOOK_ALLOW_PRIVATE would allow http.');
    mustBePublic(url);
  }

  /** Receivers hold the time against their own clocks: it is the real one, wherever the clock of the service was started. */
  private headers(id: string, body: string): Record<string, string> {
    const now = new Date();
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)) };
    return this.signature ? { ...headers, 'webhook-signature': this.signature.sign(id, now, body) } : headers;
  }
}
