import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { columns } from '../core/sql/columns';

/** Links a contact, candidate or client to a division. */
abstract class DivisionLink {
  @PrimaryColumn(columns.int()) recordID!: number;
  @PrimaryColumn(columns.int()) @ForeignKey('Division') divisionID!: number;
}

@Entity('contact_division')
@ForeignKey('Contact', ['recordID'], ['id'])
export class ContactDivision extends DivisionLink {}

@Entity('candidate_division')
@ForeignKey('Candidate', ['recordID'], ['id'])
export class CandidateDivision extends DivisionLink {}

@Entity('client_division')
@ForeignKey('Client', ['recordID'], ['id'])
export class ClientDivision extends DivisionLink {}
