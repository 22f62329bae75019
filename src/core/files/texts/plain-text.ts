import { encodingOf } from '../text-file';
import { decodeWindows1252 } from './windows-1252';

/** A text in UTF-8 or UTF-16 by its mark, or else in Windows-1252, which every text is in some way. */
export function plainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}
