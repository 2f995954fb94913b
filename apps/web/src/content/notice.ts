/** The footer's notice (specification section 1). */
export const simulatedTradingNotice = (firm: string): string =>
  `${firm} offers simulated trading and educational tools only. We are not a broker, we take no deposits, and nothing on this site is financial advice.`;
