import type { FileHandle } from 'node:fs/promises';
import { InvalidRequest } from '../../problems';
import { showsDates } from './dates';
import { partNamed, XlsxPackage } from './package';
import { SharedStrings } from './shared-strings';
import { readXml } from './xml';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
/** Kinds of number formats of a workbook at most. */
const MAX_STYLES = 65_536;

/** What is needed to read the first visible sheet of a workbook. */
export interface Workbook {
  readonly sheet: AsyncIterable<string>;
  readonly strings: SharedStrings;
  /** Do cells with that style show dates? */
  readonly isDate: (style: number) => boolean;
  readonly from1904: boolean;
}

/** @throws InvalidRequest, BodyTooLarge */
export async function openWorkbook(file: FileHandle): Promise<Workbook> {
  const parts = await XlsxPackage.open(file);
  if (!parts.has(WORKBOOK)) throw new InvalidRequest('The body is a ZIP archive, but not an XLSX workbook.');
  return await read(parts).catch(malformed);
}

async function read(parts: XlsxPackage): Promise<Workbook> {
  const { sheetRelation, from1904 } = await readSheets(parts);
  const relations = await readRelations(parts);
  const related = (type: string): string | undefined => [...relations.values()].find((each) => each.type === type)?.part;
  const sheet = relations.get(sheetRelation)?.part;
  if (sheet === undefined || !parts.has(sheet)) throw new InvalidRequest('The workbook has no visible sheet with cells.');
  const strings = related('sharedStrings');
  return {
    sheet: parts.textOf(sheet),
    strings: await SharedStrings.read(strings !== undefined && parts.has(strings) ? parts.textOf(strings) : undefined),
    isDate: await readStyles(parts, related('styles')),
    from1904,
  };
}

async function readSheets(parts: XlsxPackage): Promise<{ sheetRelation: string; from1904: boolean }> {
  let [sheetRelation, from1904] = ['', false];
  await readXml(parts.textOf(WORKBOOK), {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name === 'sheet' && sheetRelation === '' && ['visible', undefined].includes(attribute('state')))
        sheetRelation = attribute('r:id') ?? '';
    },
  });
  return { sheetRelation, from1904 };
}

async function readRelations(parts: XlsxPackage): Promise<ReadonlyMap<string, { readonly type: string; readonly part: string }>> {
  const relations = new Map<string, { readonly type: string; readonly part: string }>();
  await readXml(parts.textOf(RELATIONS), {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const type = attribute('Type') ?? '';
      relations.set(attribute('Id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        part: partNamed(attribute('Target') ?? '', WORKBOOK),
      });
    },
  });
  return relations;
}

async function readStyles(parts: XlsxPackage, part: string | undefined): Promise<(style: number) => boolean> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isWithin = false;
  if (part !== undefined && parts.has(part))
    await readXml(parts.textOf(part), {
      open(name, attribute) {
        if (name === 'cellXfs') isWithin = true;
        if (name === 'numFmt' && codes.size < MAX_STYLES) codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
        if (name === 'xf' && isWithin && formats.length < MAX_STYLES) formats.push(Number(attribute('numFmtId') ?? 0));
      },
      close(name) {
        if (name === 'cellXfs') isWithin = false;
      },
    });
  const areDates = formats.map((id) => showsDates(id, codes.get(id)));
  return (style) => areDates[style] ?? false;
}

function malformed(error: unknown): never {
  if (error instanceof Error && error.name === 'Error')
    throw new InvalidRequest(`The workbook is malformed: ${error.message.split('\n')[0]}.`);
  throw error;
}
