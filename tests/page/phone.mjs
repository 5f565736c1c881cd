// Holds a phone sideways, in Chromium without a screen: taps panels and cells beside the stage.
// Usage: node --experimental-websocket tests/page/phone.mjs ADDRESS [FOLDER]
//   FOLDER  where pictures are written
import { until, withChromium } from './chromium.mjs';

const [address, folder] = process.argv.slice(2);

await withChromium(async browser => {
  const { send } = browser;
  const tap = async (x, y) => {
    await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await browser.drawn();
  };
  const shown = async (x, y, width, height) => (await send('Page.captureScreenshot',
    { format: 'png', clip: { x, y, width, height, scale: 1 } })).data;
  const picture = async name => folder && await browser.picture(`${folder}/phone-${name}.png`);
  const expect = (good, what) => { if (!good) throw new Error(what); console.log(what); };

  await send('Emulation.setDeviceMetricsOverride', { width: 844, height: 390, deviceScaleFactor: 3, mobile: true });
  await send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await browser.open(`${address}?preset=reverse`);
  await until(browser.hasModel, 'a model');
  await browser.drawn();
  const beside = () => shown(500, 70, 330, 310);

  await tap(340, 45);  // Training
  await tap(535, 86);  // Pause: from now on, fingers alone change what is shown
  await picture('training');
  const training = await beside();
  await browser.drawn();
  expect(await beside() === training, 'a tap pauses the run');

  await tap(217, 45);  // Inspector
  await picture('inspector');
  const first = await beside();
  expect(first !== training, 'the inspector stands beside the stage');
  await tap(330, 340);  // a cell of the weights
  await picture('cell');
  expect(await beside() !== first, 'a tap on a cell explains the cell');

  await tap(138, 45);  // Stage
  await picture('stage');
  expect(await beside() !== first, 'the stage has the window');
});
