let enteredAt = 0;

/** The person came to another page of the application. */
export const noteEntry = (): void => {
  enteredAt = Date.now();
};

/** Whether an answer (a UTC instant in milliseconds) came since the present page was entered. */
export const isSinceEntry = (answeredAt: number): boolean => answeredAt >= enteredAt;

/** Whether the person has not gone from page to page yet: the present one is drawn as the server sent it. */
export const isFirstPage = (): boolean => enteredAt === 0;
