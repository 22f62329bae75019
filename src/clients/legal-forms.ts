import { fold, words } from '../core/text/fold';

/** Words at the end of the name of a company that say its legal form, without dots and slashes. */
const LEGAL_FORMS = new Set(
  [
    'pty ltd limited proprietary pl plc llc llp lp inc incorporated corp corporation co company cc', // in English
    'gmbh mbh ag kg kgaa ohg gbr ug eg ev se', // in German
    'sa sas sasu sarl eurl srl sl spa lda ltda', // in French, Spanish, Italian and Portuguese
    'bv nv cv vof', // in Dutch
    'ab as asa aps oy oyj', // in the Nordic countries
    'pte sdn bhd kk jsc ooo doo sro sp z oo', // elsewhere
  ].flatMap((each) => each.split(' ')),
);

/** The folded words of a company's name without "the", "and" and its legal form; the whole name where nothing else would be left. */
export function withoutLegalForm(name: string): string {
  const all = words(fold(name).replace(/[.'’/]/g, '')).filter((word, index) => word !== 'and' && (word !== 'the' || index > 0));
  const last = all.findLastIndex((word) => !LEGAL_FORMS.has(word));
  return (last < 0 ? all : all.slice(0, last + 1)).join(' ');
}
