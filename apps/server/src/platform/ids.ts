const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be asked for as an id; any other text is simply not found. */
export const isUuid = (text: string): boolean => UUID.test(text);
