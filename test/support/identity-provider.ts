import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** What differs from a good token. */
export interface Odd {
  readonly header?: object;
  readonly key?: CryptoKey | Uint8Array;
}

/** An OpenID provider on this machine: a discovery document, keys, and tokens. */
export class IdentityProvider {
  /** How often the keys have been read. */
  reads = 0;
  /** Replaces what is answered. */
  respond: RequestListener | undefined;
  signing!: SigningKey;
  private published: SigningKey[] = [];
  private server: Server | undefined;
  private port = 0;

  static async open(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    await provider.rotate('first');
    await provider.start();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}/staff`;
  }

  /** Makes the key that signs from now on. @param isKept whether those before are still published */
  async rotate(kid: string, isKept = false): Promise<void> {
    this.signing = { kid, ...(await generateKeyPair('ES256', { extractable: true })) };
    this.published = [...(isKept ? this.published : []), this.signing];
  }

  /** A token for the service that is valid for five minutes; a claim that is undefined is left out. */
  async token(claims: JWTPayload = {}, { header = {}, key = this.signing.privateKey }: Odd = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: this.issuer, aud: 'recruitment', sub: 'someone', iat: now, exp: now + 300, ...claims };
    return new SignJWT(all).setProtectedHeader({ alg: 'ES256', kid: this.signing.kid, ...header }).sign(key);
  }

  /** On the same port each time. */
  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      response.setHeader('Connection', 'close');
      if (this.respond) this.respond(request, response);
      else if (request.url === '/staff/.well-known/openid-configuration')
        response.end(JSON.stringify({ issuer: this.issuer, jwks_uri: `${this.issuer}/keys` }));
      else void this.keys().then((keys) => response.end(JSON.stringify(keys)));
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private async keys(): Promise<object> {
    this.reads++;
    return {
      keys: await Promise.all(
        this.published.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'ES256' })),
      ),
    };
  }
}
