import { getDocumentProxy } from 'unpdf';

/** The text of a PDF, line by line. @throws Error for a damaged file, or one with a password */
export async function pdfText(bytes: Uint8Array, most: number): Promise<string> {
  const pdf = await getDocumentProxy(bytes, { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 });
  let text = '';
  for (let number = 1; number <= pdf.numPages && text.length < most; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
    text += '\n';
    page.cleanup();
  }
  return text;
}
