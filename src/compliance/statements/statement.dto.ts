import { NameOf } from '../../core/fields/decorators';
import { PartOf, ResponseOf } from '../../core/fields/shapes';
import { ComplianceStatement } from './statement.entity';

/** A statement with the names of what it refers to. */
export class StatementDto extends ResponseOf(ComplianceStatement) {
  @NameOf('candidateID', { example: 'Grace Nguyen' }) candidateName!: string | null;
  @NameOf('itemID', { example: 'References checked' }) itemName!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('withdrawnByID', { example: null }) withdrawnByName!: string | null;
}

/** A new statement about the candidate of a placement. */
export class StatementCreateDto extends PartOf(ComplianceStatement, ['itemID', 'text', 'expiryDate'], ['itemID', 'text']) {}

/** Why a statement counts no longer. */
export class StatementWithdrawDto extends PartOf(ComplianceStatement, ['withdrawalReason']) {}
