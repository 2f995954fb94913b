import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CorridorInput, corridor } from './corridor.ts';
import { basisPoints, cents, centsFromDollars } from './money.ts';

const course = (equity: number, change: Partial<CorridorInput> = {}) =>
  corridor({
    initialBalance: centsFromDollars(100_000),
    equity: centsFromDollars(equity),
    targetBps: basisPoints(1000),
    totalLossBps: basisPoints(1000),
    dailyLossBps: basisPoints(500),
    ...change,
  });
const dayStart = (balance: number) => ({ dayStartBalance: centsFromDollars(balance) });

test('the text twin of the drawing', () => {
  const drawn = course(52_140.2, { initialBalance: centsFromDollars(50_000) });
  expect(drawn).toMatchObject({
    floor: 4_500_000,
    todayFloor: null,
    start: 5_000_000,
    target: 5_500_000,
    roomToFloor: 714_020,
    roomToday: 714_020,
    roomToTarget: 285_980,
    verdict: 'inside',
  });
});

describe("today's floor", () => {
  test.each([
    [100_000, 95_000],
    [102_000, 97_000],
    [105_000, 100_000],
  ])('after a day that began with %s dollars is %s', (balance, floor) => {
    expect(course(100_000, dayStart(balance)).todayFloor).toBe(floor * 100);
  });

  test('leaves what the day has not lost yet', () => {
    const twoHundred = { initialBalance: centsFromDollars(200_000) };
    expect(course(192_000, { ...twoHundred, ...dayStart(200_000) }).roomToday).toBe(200_000);
    expect(course(97_000, dayStart(100_000)).roomToday).toBe(200_000);
    expect(course(102_100, dayStart(100_000)).roomToday).toBe(710_000);
  });

  test('carries an open loss over the reset', () => {
    const twoHundred = { initialBalance: centsFromDollars(200_000) };
    expect(course(191_000, { ...twoHundred, ...dayStart(200_000) }).verdict).not.toBe('below_floor');
    expect(course(191_000, { ...twoHundred, ...dayStart(204_000) }).verdict).toBe('below_floor');
  });

  test('counts only where it is the higher one', () => {
    const low = course(91_000, dayStart(92_000));
    expect(low).toMatchObject({ floor: 9_000_000, todayFloor: 8_700_000, roomToday: 100_000 });
    expect(course(94_000, dayStart(102_000))).toMatchObject({
      roomToFloor: 400_000,
      roomToday: -300_000,
      verdict: 'below_floor',
    });
  });
});

describe('the verdict', () => {
  test.each([
    [89_999.99, 'below_floor', 'below_floor'],
    [90_000, 'below_floor', 'near_floor'],
    [90_000.01, 'near_floor', 'near_floor'],
    [92_000, 'near_floor', 'near_floor'],
    [92_000.01, 'inside', 'inside'],
    [100_000, 'inside', 'inside'],
    [109_999.99, 'inside', 'inside'],
    [110_000, 'at_target', 'at_target'],
    [150_000, 'at_target', 'at_target'],
  ])('at %s dollars is %s, or %s where the limit itself is allowed', (equity, touching, below) => {
    expect(course(equity).verdict).toBe(touching);
    expect(course(equity, { operator: 'at_or_below' }).verdict).toBe(touching);
    expect(course(equity, { operator: 'below' }).verdict).toBe(below);
  });

  test.each([
    [97_000.01, 'near_floor'],
    [98_000, 'near_floor'],
    [98_000.01, 'inside'],
    [97_000, 'below_floor'],
  ])("at %s dollars over today's floor of 97,000 is %s", (equity, verdict) => {
    expect(course(equity, dayStart(102_000)).verdict).toBe(verdict);
  });

  test('is below the floor even beyond the target', () => {
    expect(course(112_000, dayStart(118_000)).verdict).toBe('below_floor');
  });
});

describe('the drawing', () => {
  test('reaches a tenth beyond floor and target', () => {
    expect(course(100_000, dayStart(100_000)).position).toEqual({
      floor: 833,
      todayFloor: 2917,
      start: 5000,
      target: 9167,
      equity: 5000,
    });
  });

  test('keeps what lies outside on its edge', () => {
    expect(course(0).position.equity).toBe(0);
    expect(course(1_000_000, dayStart(900_000)).position).toMatchObject({
      equity: 10_000,
      todayFloor: 10_000,
    });
  });

  test('stands where floor and target are one', () => {
    const nothing = { targetBps: basisPoints(0), totalLossBps: basisPoints(0) };
    expect(course(100_000, nothing).position).toMatchObject({ floor: 5000, start: 5000, target: 5000 });
  });

  test('keeps its marks in order and in range, whatever the account', () => {
    const input = fc.record({
      initialBalance: fc.integer({ min: 1, max: 10 ** 12 }).map(cents),
      equity: fc.integer({ min: -(10 ** 12), max: 10 ** 13 }).map(cents),
      targetBps: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
      totalLossBps: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
      dailyLossBps: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
      dayStartBalance: fc.integer({ min: 0, max: 10 ** 13 }).map(cents),
    });
    fc.assert(
      fc.property(input, (values) => {
        const { position, floor, start, target, todayFloor, equity, roomToFloor, roomToTarget, roomToday } =
          corridor(values);
        expect(floor <= start && start <= target).toBe(true);
        expect(position.floor <= position.start && position.start <= position.target).toBe(true);
        for (const mark of Object.values(position)) {
          expect(mark !== null && mark >= 0 && mark <= 10_000).toBe(true);
        }
        expect(roomToFloor + roomToTarget).toBe(target - floor);
        expect(roomToday).toBe(Math.min(roomToFloor, equity - (todayFloor ?? floor)));
        expect(position.equity >= position.floor || equity < floor).toBe(true);
      }),
    );
  });
});
