import { Webhook as Signature } from 'standardwebhooks';
import { post } from './post';
import { mustBePublic, publicLookup, type Resolve } from './public-address';
import { checkResponse } from './check-response';
import { NotSent, type Message, type Reply, type Sender } from './sender';
import type { SigningSecrets } from './signing-secrets';

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
    private readonly secrets: SigningSecrets,
    private readonly resolve?: Resolve,
  ) {
    this.signature = webhookSecret === undefined ? undefined : new Signature(webhookSecret);
    this.allowPrivate = webhookAllowPrivate;
  }

  async send(message: Message, signal: AbortSignal): Promise<Reply> {
    const { recipient, body, traceparent } = message;
    const url = new URL(recipient);
    if (!this.allowPrivate) this.mustBeAllowed(url);
    const lookup = this.allowPrivate ? {} : { lookup: publicLookup(this.resolve) };
    const headers = { ...(await this.headers(message)), ...(traceparent ? { traceparent } : {}) };
    const response = await post({ url, headers, body, ...lookup }, signal);
    checkResponse(response);
    return response.reply;
  }

  private mustBeAllowed(url: URL): void {
    if (url.protocol !== 'https:') throw NotSent.permanent('The address must be https; WEBHOOK_ALLOW_PRIVATE would allow http.');
    mustBePublic(url);
  }

  /** Receivers hold the time against their own clocks: it is the real one, wherever the clock of the service was started. */
  private async headers({ publicID: id, webhookID, body }: Message): Promise<Record<string, string>> {
    const signatures = await this.signatures(webhookID);
    const now = new Date();
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)) };
    if (signatures.length === 0) return headers;
    return { ...headers, 'webhook-signature': signatures.map((each) => each.sign(id, now, body)).join(' ') };
  }

  private async signatures(webhookID: number | null): Promise<readonly Signature[]> {
    if (webhookID === null) return this.signature ? [this.signature] : [];
    const secrets = await this.secrets.of(webhookID);
    if (secrets.length === 0) throw new NotSent('The webhook has no secret: rotate it.');
    return secrets.map((secret) => new Signature(secret));
  }
}
