import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fold } from '../../text/fold';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

/** Texts of automations in Liquid, a library of them, and e-mails in HTML. */
export class Templates1764800000000 implements MigrationInterface {
  readonly name = 'Templates1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'delivery', { html: 'long?' });
    await createTable(runner, 'automation_template', {
      columns: {
        id: 'id',
        name: 'text(200)?',
        kind: 'text(100)?',
        recordType: 'text(100)?',
        subject: 'text(200)?',
        text: 'long?',
        html: 'long?',
        nameKey: 'text(200)?',
        createdDate: 'moment?',
        updatedDate: 'moment?',
        deleted: 'boolean=0',
        version: 'int=0',
      },
      unique: [['nameKey']],
    });
    await createTable(runner, 'automation_template_text', {
      columns: { id: 'int', name: 'long?', kind: 'long?', recordType: 'long?', subject: 'long?', text: 'long?', html: 'long?' },
    });
    const automations = (await runner.query('SELECT id, actionsJSON FROM automation WHERE actionsJSON IS NOT NULL')) as {
      id: number;
      actionsJSON: string;
    }[];
    for (const { id, actionsJSON } of automations) {
      const kept = withBracesKept(actionsJSON);
      if (kept === actionsJSON) continue;
      await runner.query('UPDATE automation SET actionsJSON = ? WHERE id = ?', [kept, id]);
      await runner.query('UPDATE automation_text SET actionsJSON = ? WHERE id = ?', [fold(kept), id]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['automation_template', 'automation_template_text']);
    await dropColumns(runner, 'delivery', ['html']);
  }
}

const TEXTS = ['subject', 'body', 'text', 'notes', 'message'];

/** The actions with braces as they were meant: what was not a placeholder was plain text, and would be Liquid now. */
function withBracesKept(json: string): string {
  try {
    const actions = JSON.parse(json) as { params?: Record<string, unknown> }[];
    let isChanged = false;
    for (const { params = {} } of actions)
      for (const name of TEXTS) {
        const before = params[name];
        // those of a migration that was interrupted are as they should be
        if (typeof before !== 'string' || before.includes('{{ "{')) continue;
        params[name] = before
          .split(/(\{\{[^{}]*\}\})/)
          .map(keptPart)
          .join('');
        isChanged ||= params[name] !== before;
      }
    return isChanged ? JSON.stringify(actions) : json;
  } catch {
    // a draft may be anything
    return json;
  }
}

/** Of a text split at its placeholders, these are every other part. */
const keptPart = (part: string, index: number): string =>
  index % 2 === 1 ? part : part.replace(/\{[{%]+|\{$/g, (braces) => `{{ "${braces}" }}`);
