import './kind';
import { readSettings } from '../../config';
import type { RecordType } from '../../fields/record-type';
import { recordTypes } from '../../../record-types';

/** The record types of a service with default settings. */
export const types = recordTypes(readSettings({ DATABASE_URL: 'sqlite::memory:' }));

export const recordTypeNamed = (name: string): RecordType => types.named(name);
export const allRecordTypes = (): readonly RecordType[] => types.all;
