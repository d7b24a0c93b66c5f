import HTTPTypes
import TextBytes
import WireFormat
