import { InvalidValue } from './setting';

/** Parsers of the settings of outgoing messages. */
export const mailServer = (text: string): string => {
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname) return text;
  throw new InvalidValue(
    'smtp://user:password@host:587 (STARTTLS if the server supports it) or smtps://user:password@host:465, with special characters percent-encoded',
  );
};

const MAILBOX = /^(?:[^\s\p{Cc}@<>,;:"]+@[^\s\p{Cc}@<>,;:"]+|[^\p{Cc}@<>,;:"]{1,100} <[^\s\p{Cc}@<>,;:"]+@[^\s\p{Cc}@<>,;:"]+>)$/u;

export const mailbox = (text: string): string => {
  if (text.length <= 320 && MAILBOX.test(text)) return text;
  throw new InvalidValue('one e-mail address, alone or after a name: Acme Staffing <jobs@acme.example>');
};

export const webAddress = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !new URL(text).username) return text;
  throw new InvalidValue('an http or https URL without a user name or password');
};

/** Without the slash at its end. */
export const publicAddress = (text: string): string => {
  const url = webAddress(text);
  const { search, hash } = new URL(url);
  if (search || hash || url.length > 300) throw new InvalidValue('an http or https URL of at most 300 characters without ? and #');
  return url.endsWith('/') ? url.slice(0, -1) : url;
};

/** Valid in an HTTP header. */
export const bearerToken = (text: string): string => {
  if (/^[\x21-\x7e]{1,4000}$/.test(text)) return text;
  throw new InvalidValue('1 to 4000 visible ASCII characters');
};

export const webhookSecret = (text: string): string => {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  if (length >= 24 && length <= 64) return text;
  throw new InvalidValue('whsec_ and 24 to 64 bytes in base64; `echo whsec_$(openssl rand -base64 32)` creates one');
};
