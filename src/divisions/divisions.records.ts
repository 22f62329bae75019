import { recordType } from '../fields/record-type';
import { Division } from './division.entity';

export const divisions = recordType({ name: 'Division', table: 'division', entity: Division, shape: Division, display: 'name', softDeleted: true });
