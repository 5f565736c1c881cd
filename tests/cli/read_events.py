"""Prints the events of a TensorBoard file, a JSON object a line, by the format's definition alone: read_events.py FILE.

Nothing here is shared with what writes the file: the checksum is worked out bit by bit, by division of polynomials.
"""
import json
import struct
import sys


def crc32c(data):
    """The remainder of the bits of data, lowest first, by x^32 + x^28 + ... (0x1EDC6F41), both ends inverted."""
    remainder = 0xFFFFFFFF
    for byte in data:
        for bit in range(8):
            top = (remainder >> 31) ^ (byte >> bit & 1)
            remainder = remainder << 1 & 0xFFFFFFFF
            if top:
                remainder ^= 0x1EDC6F41
    return int(f"{remainder ^ 0xFFFFFFFF:032b}"[::-1], 2)


def masked(crc):
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def records(data):
    at = 0
    while at < len(data):
        length, crc = struct.unpack_from("<QI", data, at)
        assert crc == masked(crc32c(data[at:at + 8])), f"the length at byte {at} has another checksum"
        event = data[at + 12:at + 12 + length]
        assert len(event) == length, f"the record at byte {at} is cut off"
        (crc,) = struct.unpack_from("<I", data, at + 12 + length)
        assert crc == masked(crc32c(event)), f"the event at byte {at} has another checksum"
        yield event
        at += 16 + length


def fields(message):
    """The numbers and values of a message's fields, in order."""
    at = 0

    def varint():
        nonlocal at
        number = shift = 0
        while True:
            byte = message[at]
            at += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    while at < len(message):
        key = varint()
        field, wire = key >> 3, key & 7
        if wire == 0:
            yield field, varint()
            continue
        size = {1: 8, 5: 4}.get(wire) or varint()
        value = message[at:at + size]
        assert len(value) == size, "a field is cut off"
        at += size
        yield field, struct.unpack("<d" if size == 8 else "<f", value)[0] if wire in (1, 5) else value


def event_of(message):
    event = {"scalars": {}}
    for field, value in fields(message):
        if field == 1:
            event["time"] = value
        elif field == 2:
            event["step"] = value
        elif field == 3:
            event["version"] = value.decode()
        elif field == 5:
            for _, each in fields(value):
                scalar = dict(fields(each))
                event["scalars"][scalar[1].decode()] = scalar[2]
        elif field == 7:
            event["session"] = dict(fields(value))[1]
        else:
            raise AssertionError(f"an event has no field {field}")
    return event


assert crc32c(b"123456789") == 0xE3069283
with open(sys.argv[1], "rb") as file:
    for record in records(file.read()):
        print(json.dumps(event_of(record)))
