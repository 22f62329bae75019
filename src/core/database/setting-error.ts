import { SettingError } from '../config';

/** @throws SettingError with the message of the driver, which contains no password, if the database cannot be opened */
export async function orSettingError<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw new SettingError(
      `DATABASE_URL must be a database that can be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
