// Taps, drags, rests and parts fingers on the page in Chromium without a screen, and types as a screen's keyboard does.
// Usage: node --experimental-websocket tests/page/fingers.mjs ADDRESS [FOLDER]
//   FOLDER  where pictures of what the fingers did are written
import { pause, until, withChromium } from './chromium.mjs';

const [address, folder] = process.argv.slice(2);
const size = { width: 1280, height: 720 };

await withChromium(async browser => {
  const { send, value } = browser;
  const touch = (type, ...points) => send('Input.dispatchTouchEvent',
    { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const tap = async at => { await touch('touchStart', at); await touch('touchEnd'); await browser.drawn(); };
  // What the page shows in a box, as text that can be compared.
  const shown = async ([x, y, width, height]) => (await send('Page.captureScreenshot',
    { format: 'png', clip: { x, y, width, height, scale: 1 } })).data;
  const picture = async name => folder && await browser.picture(`${folder}/${name}.png`);
  const expect = (good, what) => { if (!good) throw new Error(what); console.log(what); };

  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: true });
  await send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await browser.open(`${address}?preset=addition`);
  await until(browser.hasModel, 'a model');
  await browser.drawn();
  await tap([797, 556]);  // Pause: from now on, fingers alone change what is shown
  await browser.drawn();
  await picture('begun');
  const still = await shown([0, 0, size.width, size.height]);
  await browser.drawn();
  expect(await shown([0, 0, size.width, size.height]) === still, 'a tap pauses the run');

  const map = [10, 160, 200, 350], matrix = [235, 300, 740, 210];
  const unmoved = await shown(map);
  await touch('touchStart', [90, 420], [140, 420]);
  for (let y = 420; y > 250; y -= 10) await touch('touchMove', [90, y], [140, y]);
  await touch('touchEnd');
  await browser.drawn();
  await picture('scrolled');
  expect(await shown(map) !== unmoved, 'two fingers scroll the map');

  const whole = await shown(matrix);
  await touch('touchStart', [400, 420], [440, 420]);
  for (let x = 0; x < 120; x += 6) await touch('touchMove', [400 - x, 420], [440 + x, 420]);
  await touch('touchEnd');
  await browser.drawn();
  await picture('zoomed');
  expect(await shown(matrix) !== whole, 'two fingers that part enlarge the matrix');

  // The right button on what the model says opens a menu, which the left one closes.
  const under = [230, 140, 500, 130], covered = await shown(under);
  await touch('touchStart', [290, 113]);
  await pause(1);
  await touch('touchEnd');
  await browser.drawn();
  await picture('rested');
  const menu = await shown(under);
  expect(menu !== covered, 'a finger that rests is the right button');
  await tap([1100, 350]);
  expect(await shown(under) !== menu, 'a tap beside the menu closes the menu');

  await tap([600, 53]);
  await until(() => value('document.activeElement.id === "keyboard"'), 'the keyboard');
  expect(true, 'a tap on a field shows the keyboard');
  const copied = async () => {
    const key = (type, key, code) => send('Input.dispatchKeyEvent', { type, modifiers: 2, key, windowsVirtualKeyCode: code });
    await key('keyDown', 'Control', 17);
    for (const [letter, code] of [['a', 65], ['c', 67]]) {
      await key('keyDown', letter, code);
      await key('keyUp', letter, code);
    }
    await key('keyUp', 'Control', 17);
    await browser.drawn();
    return value('Module.copied');
  };
  await value('Module.copyText = text => { Module.copied = text; }');
  expect(await copied() === '854+932=6871', 'the field has the text');  // all is selected: what is typed replaces it
  await send('Input.insertText', { text: '12+34=' });
  await browser.drawn();
  expect(await copied() === '12+34=', 'the keyboard types');
  await picture('typed');
  await tap([354, 175]);
  await until(() => value('document.activeElement.id === "canvas"'), 'the canvas');
  expect(true, 'a tap elsewhere hides the keyboard');
  await browser.drawn();
  await picture('tapped');
  const tabs = [235, 160, 740, 130], heads = await shown(tabs);
  await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 700, y: 700 });
  await browser.drawn();
  expect(await shown(tabs) === heads, 'no words stay where a finger was');
});
