import { DocumentType } from '../../../core/terms/numbers';

/** SQL of a value of the content of the document `r`; NULL without one. */
export const ofContent = (column: 'size' | 'sha256'): string => `(SELECT dc.${column} FROM document_content dc WHERE dc.documentID = r.id)`;

/** SQL of the state of the text of the document `r`. */
export const TEXT_STATE = `COALESCE((SELECT ct.state FROM content_text ct WHERE ct.documentID = r.id), 'none')`;

/** SQL of the folded text of the document `r`; NULL while it has none. */
export const TEXT = `(SELECT ct.folded FROM content_text ct WHERE ct.documentID = r.id)`;

/** SQL of the folded text of the newest resume that has one, of the candidate with this id. */
export const resumeTextOf = (candidateID: string): string =>
  `(SELECT ct.folded FROM document d JOIN content_text ct ON ct.documentID = d.id WHERE d.candidateID = ${candidateID} AND d.typeID = ${DocumentType.Resume} AND d.deleted = 0 AND ct.folded IS NOT NULL ORDER BY d.createdDate DESC, d.id DESC LIMIT 1)`;
