import { parser as createParser, type Tag } from 'sax';

/** What to do with the elements of a document; names come without prefixes. */
export interface XmlHandlers {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  /** In pieces of at most 64 kB. */
  text?(text: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML piece by piece. Entities of a document's own are errors, and names and attributes have at most 64 kB.
 * @throws Error for malformed XML
 */
export class XmlReader {
  private readonly parser = createParser(true);

  constructor(handlers: XmlHandlers) {
    this.parser.onerror = (error) => {
      throw error;
    };
    this.parser.onopentag = (tag) => handlers.open?.(local(tag.name), (name) => (tag as Tag).attributes[name]);
    this.parser.onclosetag = (name) => handlers.close?.(local(name));
    this.parser.ontext = (text) => handlers.text?.(text);
    this.parser.oncdata = (text) => handlers.text?.(text);
  }

  write(text: string): void {
    this.parser.write(text);
  }

  /** @throws Error if the document is not complete */
  end(): void {
    this.parser.close();
  }
}

export async function readXml(texts: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(handlers);
  for await (const text of texts) reader.write(text);
  reader.end();
}

/** Characters that XML cannot have are written as _x0000_. */
export const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text;

/** Control characters, halves of surrogate pairs, and what is no character. */
const UNWRITABLE = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const coded = (character: string): string => `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`;

/** The inverse, for the content of an element. */
export const escaped = (text: string): string =>
  text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(UNWRITABLE, coded)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
