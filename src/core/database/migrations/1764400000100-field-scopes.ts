import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fields that require a scope from now on have been seen by everyone: those who have a role of the firm's own go on seeing them. */
export class FieldScopes1764400000100 implements MigrationInterface {
  readonly name = 'FieldScopes1764400000100';

  async up(runner: QueryRunner): Promise<void> {
    const roles = (await runner.query('SELECT id, scopeText FROM role WHERE code IS NULL')) as { id: number; scopeText: string | null }[];
    for (const { id, scopeText } of roles)
      await runner.query('UPDATE role SET scopeText = ? WHERE id = ?', [[...rest(scopeText), 'personal-data', 'pay'].join(' '), id]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const roles = (await runner.query('SELECT id, scopeText FROM role WHERE code IS NULL')) as { id: number; scopeText: string | null }[];
    for (const { id, scopeText } of roles)
      await runner.query('UPDATE role SET scopeText = ? WHERE id = ?', [rest(scopeText).join(' '), id]);
  }
}

const rest = (scopeText: string | null): string[] =>
  (scopeText ?? '').split(' ').filter((scope) => scope !== '' && !/^(personal-data|pay)$/.test(scope));
