"""Random values of the server's message types, and texts with a fault in them."""

import json
import random

import msgspec
from msgspec import inspect as kinds

from ekiben.server import archive, deal_store, messages, schema, store

ODD_TEXTS = ("", "a", "Kōbe 駅", 'quote " and \\', "\x00\x1f\n\t\u2028", "😀" * 3, "x" * 300)
ODD_NUMBERS = (0, -1, 1, 8, 9, 255, 4096, 2**31, 2**63, -(2**70))
ODD_FLOATS = (0.0, -0.0, 1.5, 1e-4, 1.234e-5, 1e-7, 1e16, 1.5e300, 12345.678, 1 / 3, 3.0)
WRONG = (None, True, 7, -3, 1.5, "", "a", [], [1], {}, {"a": 1})


def message_types():
    """Every type that the server reads or writes as JSON, by where it can be imported."""
    found = {
        f"{kind.__module__}:{kind.__name__}": kind
        for kind in (
            *schema.OTHERS,
            *(store.Setup, store.Entry, store.ChatLine),
            *(deal_store.Deal, deal_store.DealResult),
            *(archive.ArchivedTable, archive.ArchivedDeal),
        )
    }
    unions = {"Request": messages.Request, "ServerMessage": messages.ServerMessage}
    return found | {f"{messages.__name__}:{name}": kind for name, kind in unions.items()}


class Maker:
    """Makes values of a type, as plain objects."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def value(self, info):
        maker = getattr(self, type(info).__name__)
        return maker(info)

    def StructType(self, info):
        fields = {} if info.tag_field is None else {info.tag_field: info.tag}
        for field in info.fields:
            if field.required or self.random.random() < 0.6:
                fields[field.encode_name] = self.value(field.type)
        items = list(fields.items())
        if self.random.random() < 0.3:
            self.random.shuffle(items)
        return dict(items)

    def Metadata(self, info):
        return self.value(info.type)

    def UnionType(self, info):
        return self.value(self.random.choice(info.types))

    def LiteralType(self, info):
        return self.random.choice(list(info.values))

    def AnyType(self, info):
        return self.random.choice([None, 3, "text", [1, "b"], {"deep": [{"er": 1.25}]}, False])

    CustomType = AnyType  # of `object`

    def NoneType(self, info):
        return None

    def BoolType(self, info):
        return self.random.random() < 0.5

    def IntType(self, info):
        low = 0 if info.ge is None else info.ge
        high = 12 if info.le is None else info.le
        free = info.ge is None and info.le is None
        return self.random.choice(ODD_NUMBERS) if free else self.random.randint(low, high)

    def FloatType(self, info):
        return self.random.choice(ODD_FLOATS)

    def StrType(self, info):
        if info.pattern is not None:
            return "0" * (43 if "43" in info.pattern else 64)
        fits = [
            one
            for one in ODD_TEXTS
            if (info.min_length or 0) <= len(one) <= (info.max_length or 999)
        ]
        return self.random.choice(fits)

    def ListType(self, info):
        count = self.random.randint(info.min_length or 0, min(info.max_length or 3, 3))
        return [self.value(info.item_type) for _ in range(count)]

    VarTupleType = ListType

    def TupleType(self, info):
        return [self.value(one) for one in info.item_types]

    def DictType(self, info):
        numbers = isinstance(info.key_type, kinds.IntType)
        keys = [str(n) for n in range(3)] if numbers else ["a", "駅", "c d"]
        chosen = self.random.sample(keys, self.random.randint(0, 3))
        return {key: self.value(info.value_type) for key in chosen}

    # ---- faults
    def spoiled(self, value):
        """The same with one thing replaced, added or gone, somewhere inside."""
        if isinstance(value, dict) and value and self.random.random() < 0.85:
            return self.spoiled_object(dict(value))
        if isinstance(value, list) and value and self.random.random() < 0.8:
            place = self.random.randrange(len(value))
            return [self.spoiled(one) if n == place else one for n, one in enumerate(value)]
        return self.random.choice(WRONG)

    def spoiled_object(self, value):
        key = self.random.choice(list(value))
        how = self.random.random()
        if how < 0.15:
            del value[key]
        elif how < 0.3:
            value["unheard-of"] = 1
        else:
            value[key] = self.spoiled(value[key])
        return value

    def broken(self, text):
        """The text with a byte too much, too few or wrong."""
        place = self.random.randrange(len(text) + 1)
        extra = self.random.choice([*'"}],:\\0-e \x01', "nul"])
        cuts = (text[:place], text[:place] + extra + text[place:], text[:place] + text[place + 1 :])
        return self.random.choice(cuts)


def cases(each):
    """So many texts of every type: right ones, wrong ones, and texts that are no JSON."""
    for name, kind in message_types().items():
        maker, info = Maker(name), msgspec.inspect.type_info(kind)
        for number in range(each):
            value = maker.value(info)
            if number % 3 == 1:
                value = maker.spoiled(value)
            indent = 1 if number % 4 == 0 else None
            text = json.dumps(value, ensure_ascii=bool(number % 2), indent=indent)
            yield name, text if number % 3 < 2 else maker.broken(text)
