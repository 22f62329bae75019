import { Unauthenticated } from '../../problems/problem';

/** A key or token was sent, but it is not accepted (RFC 6750, section 3.1). */
export class InvalidToken extends Unauthenticated {
  override readonly headers: { 'WWW-Authenticate': string };

  constructor(detail: string) {
    super(detail);
    this.headers = { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${detail.replace(/[^\x20-\x7e]|["\\]/g, '')}"` };
  }
}
