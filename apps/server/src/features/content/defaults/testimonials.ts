import type { TestimonialsContent } from './written.ts';

/** Five traders: placeholders, for a firm to replace. */
export const testimonials: TestimonialsContent = {
  testimonials: [
    {
      name: 'Amara Diallo',
      role: 'Forex trader, funded with 100K',
      text: 'I always knew how much room I had left before the daily limit. That one number changed how I size a trade.',
      rating: 5,
    },
    {
      name: 'Jonas Weber',
      role: 'Index trader, funded with 25K',
      text: 'The rules fit on one page and stayed the same from Phase 1 to my second payout. No surprises.',
      rating: 5,
    },
    {
      name: 'Lin Zhao',
      role: 'Part-time trader, Phase 2',
      text: 'Without a time limit I could wait for my setups. I would like more symbols, but the conditions are fair.',
      rating: 4,
    },
    {
      name: 'Mateo Rojas',
      role: 'Gold trader, funded with 50K',
      text: 'Credentials came within the half hour they promise, and the payout arrived on the fifteenth, to the day.',
      rating: 5,
    },
    {
      name: 'Priya Nair',
      role: 'Swing trader, funded with 10K',
      text: 'I hold over weekends, which many firms forbid. I failed my first try, saw exactly why, and passed the second.',
      rating: 4,
    },
  ],
};
