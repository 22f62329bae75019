import { SettingError } from '../config';

/** @throws SettingError in the words of the driver, which hold no password, when what is being opened is not to be had */
export async function opened<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw new SettingError(
      `DATABASE_URL must name a database that can be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
